// After a challenge or a video that did not pass: what to do better, for the person who tries again, in Vietnamese.
import type { Advice } from '../../checks.ts'

export const advice: Readonly<Record<Advice, string>> = {
  growth: 'Các bước quá giống nhau. Mỗi bước hãy lại gần hơn hẳn so với bước trước.',
  size: 'Khuôn mặt chưa vừa khung như yêu cầu. Hãy làm theo “lại gần” và “lùi ra” cho đến khi khung chuyển xanh.',
  perspective:
    'Khuôn mặt to ra như một tấm ảnh, không như đầu người thật. Hãy tự đưa camera lại gần mặt, bắt đầu từ xa hơn.',
  shifted: 'Đầu bị dịch chuyển chứ không quay. Hãy giữ yên vai và chỉ quay đầu.',
  flat: 'Khuôn mặt trông phẳng. Hãy quay chính đầu của bạn; ảnh và màn hình không qua được.',
  trembled: 'Đường đi của mũi không thẳng. Hãy quay từ tốn, thẳng về phía chấm tròn.',
  jumped: 'Đầu quay quá nhanh nên không theo kịp. Hãy quay chậm hơn.',
  notLiving:
    'Khuôn mặt giống ảnh in hoặc màn hình. Hãy lau ống kính, tìm nơi sáng đều không bị lóa và dùng chính khuôn mặt của bạn.',
  notSame:
    'Các khung hình không giống cùng một người. Hãy ở một mình trước camera, ánh sáng đều từ phía trước.',
  seenBefore: 'Những hình này đã được gửi trước đây. Mỗi lần thử cần hình mới.',
  copies: 'Hình không chuyển động. Hãy dùng camera thật; ảnh tĩnh không qua được.',
  times:
    'Thời điểm của các khung hình không khớp nhau. Hãy kiểm tra đồng hồ và bảo đảm không có gì thay thế camera.',
  manyHands:
    'Các khung hình dường như đến từ nhiều camera hoặc chương trình. Hãy dùng camera trực tiếp, không bộ lọc.',
  mixed: 'Các bước bị lẫn vào nhau. Hãy làm xong từng bước một.',
  fewFrames: 'Quá ít khung hình. Hãy tiếp tục cho đến khi màn hình báo xong.',
  count: 'Số khung hình không đúng như yêu cầu. Hãy bắt đầu lại và để mỗi bước hoàn tất.',
  slow: 'Mất quá nhiều thời gian. Hãy bắt đầu lại và làm liền mạch các bước.',
  noFace: 'Có khung hình không thấy khuôn mặt. Hãy ở trong khung và đừng để gì che mặt.',
  several: 'Có người khác trong hình. Hãy ở một mình trước camera.',
  dark: 'Quá tối. Hãy quay về phía cửa sổ hoặc đèn.',
  bright: 'Quá sáng. Hãy quay tránh nguồn sáng chiếu vào bạn.',
  covered: 'Có vật che khuôn mặt. Hãy bỏ khẩu trang, mũ và kính đen, không để tay và tóc che mặt.',
  small: 'Khuôn mặt quá nhỏ. Hãy lại gần hơn.',
  outOfArea: 'Khuôn mặt ra khỏi khung. Hãy ở giữa khung khi quay đầu.',
  noseAtFirst: 'Mũi đã ở chấm tròn ngay từ đầu. Hãy nhìn thẳng trước rồi mới quay.',
  noseAtLast: 'Mũi chưa chạm chấm tròn. Hãy quay cho đến khi chấm tròn chuyển xanh và giữ ở đó.',
  ahead: 'Những khung hình đầu chưa nhìn thẳng. Hãy giữ camera ngang tầm mắt và nhìn vào đó.',
  left: 'Quay sang trái chưa đủ. Hãy quay đến khi thấy hơi căng cổ.',
  right: 'Quay sang phải chưa đủ. Hãy quay đến khi thấy hơi căng cổ.',
  up: 'Ngẩng đầu chưa đủ. Hãy hướng cằm lên trần nhà.',
  down: 'Cúi đầu chưa đủ. Hãy đưa cằm về phía ngực và vẫn nhìn màn hình.',
  smile: 'Không thấy nụ cười rõ, hoặc bạn đã cười ngay khi nhìn thẳng. Hãy thả lỏng trước rồi cười tươi.',
  wink: 'Không thấy nháy mắt. Hãy nhắm chặt một mắt và mở to mắt kia.',
  gone: 'Thử thách đã kết thúc hoặc máy chủ không biết đến. Hãy bắt đầu thử thách mới.',
  still: 'Khuôn mặt gần như không cử động. Hãy quay đầu sang hai bên và nói vài lời khi quay.',
  loop: 'Đoạn phim lặp lại. Hãy quay lại một mạch từ đầu.',
  missed:
    'Camera hoặc thiết bị quá chậm nên thiếu một số màu. Hãy đóng bớt chương trình và thẻ khác rồi thử lại.',
  notLit:
    'Ánh sáng trên khuôn mặt không theo màu của màn hình. Hãy giữ yên trước chính màn hình này, với camera thật.',
  notSeenLight:
    'Gần như không thấy ánh sáng của màn hình trên khuôn mặt. Hãy vào chỗ tối hơn, tăng độ sáng và lại gần hơn.',
  tryAgain: 'Hãy thử lại ở nơi sáng đều và giữ camera ngang tầm mắt.',
}
