import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const handMadePath = {
  selector: 'TemplateElement[value.raw=/\\x2Fapi\\x2F/]',
  message: 'The client fills in the paths of the document.',
};
const looseKey = {
  selector: "Property[key.name='queryKey'] > ArrayExpression",
  message: 'Keys are written in queries.ts files.',
};

const heavyLink = {
  name: 'react-router',
  importNames: ['Link', 'NavLink'],
  message: 'Links are those of ui/link.tsx.',
};

const cutOut = {
  name: 'react-router',
  importNames: ['Form', 'useFetcher', 'useFetchers', 'useSubmit'],
  message: 'vite/lean-router.ts cuts fetchers out of the build.',
};

export default tseslint.config(
  { ignores: ['dist', 'src/api/schema.gen.ts'] },
  ...tseslint.configs.recommended,
  reactHooks.configs.flat.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-imports': ['error', { paths: [heavyLink, cutOut] }],
      'no-restricted-syntax': ['error', handMadePath, looseKey],
    },
  },
  { files: ['**/queries.ts'], rules: { 'no-restricted-syntax': ['error', handMadePath] } },
  // Some pages have paths below /api, and tests name paths and query keys literally.
  {
    files: ['src/paths.ts', 'src/public/paths.ts', '**/*.test.{ts,tsx}', 'e2e/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
