import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { UploadTray } from './upload-tray';
import type { Upload } from './uploads';

it('a failed upload shows its reason, and announces it with the file name', () => {
  const upload: Upload = {
    id: 1,
    file: new File(['x'], 'a.png'),
    kind: 'image',
    preview: '',
    state: 'failed',
    progress: 0,
    reason: 'Upload failed.',
  };
  render(<UploadTray uploads={[upload]} onRetry={() => {}} onRemove={() => {}} />);
  expect(screen.getByText('Upload failed.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('a.png: Upload failed.');
});
