import { NoticeSwitch } from '../../ui/notice-switch';
import { orderNotices } from './order-notices';

export function OrderNoticesSwitch() {
  return (
    <NoticeSwitch
      notices={orderNotices}
      label="Tell me of orders to deliver"
      hint="A notice for each new order that you deliver, while this page is open behind others."
    />
  );
}
