// Words of the screen of the brand: what the people see who open a link of this organisation, in Vietnamese.
import type * as en from '../../en/studio/brand.ts'

export const brand: Record<keyof typeof en.brand, string> = {
  title: 'Thương hiệu',
  lead: 'Những gì người mở liên kết của bạn nhìn thấy.',
  displayName: 'Tên mà mọi người biết đến',
  accent: 'Màu của nút và liên kết',
  accentHint: 'Ví dụ #0b5cad. Màu phải đủ đậm để đọc được trên nền trắng: 4,5 trên 1.',
  logo: 'Biểu trưng',
  logoHint: 'PNG, JPEG hoặc WebP, tối đa 256 KiB, nên rộng hơn cao',
  logoNow: 'Biểu trưng của bạn',
  removeLogo: 'Bỏ biểu trưng',
  welcomeVi: 'Lời của bạn ở màn hình đầu, bằng tiếng Việt',
  welcomeEn: 'Lời của bạn ở màn hình đầu, bằng tiếng Anh',
  consentVi: 'Lời của bạn phía trên câu hỏi đồng ý, bằng tiếng Việt',
  consentEn: 'Lời của bạn phía trên câu hỏi đồng ý, bằng tiếng Anh',
  helpEmail: 'Địa chỉ email hỗ trợ',
  helpPhone: 'Số điện thoại hỗ trợ',
  appLink: 'Liên kết mở ứng dụng của bạn',
  appLinkHint: 'Địa chỉ https mà điện thoại mở bằng ứng dụng của bạn. Ai cần đọc chip sẽ được dẫn đến đó.',
  save: 'Lưu và xem',
  saved: 'Đã lưu. Những phiên đang diễn ra sẽ đổi giao diện ở lần gọi tiếp theo.',
  preview: 'Như mọi người nhìn thấy',
  previewHint: 'Đây chính là trang đó, với một lượt xác minh thử vừa được tạo.',
  show: 'Xem thử',
}
