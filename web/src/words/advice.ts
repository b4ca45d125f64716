// After a challenge or a video that did not pass: what to do better, in words for the person who tries again.
import { words } from './words.ts'

export const advice = words({
  en: {
    growth: 'The steps were too alike. Come clearly closer from each step to the next.',
    size: 'The face did not fill the frame as asked. Follow “closer” and “back” until the frame turns green.',
    perspective:
      'The face grew like a picture, not like a head. Move the camera to your face yourself, and start further away.',
    shifted: 'The head moved instead of turning. Keep your shoulders where they are and only turn your head.',
    flat: 'The face looked flat. Turn your head itself; photos and screens do not pass.',
    trembled: 'The nose did not move in a straight line. Turn calmly and directly towards the dot.',
    jumped: 'The head turned too fast to be followed. Turn more slowly.',
    notLiving:
      'The face looked like a print or a screen. Clean the lens, find even light without reflections, and use your own face.',
    notSame:
      'The frames did not look like one person. Be alone in front of the camera, with even light from the front.',
    seenBefore: 'These pictures were sent before. Every attempt needs new ones.',
    copies: 'The picture did not move. Use a real camera; a still image does not pass.',
    times:
      'The times of the frames do not fit together. Check that nothing changes your clock or replaces your camera.',
    manyHands:
      'The frames seem to come from several cameras or programs. Use the camera directly, without filters.',
    mixed: 'The steps overlapped in time. Finish one before the next.',
    fewFrames: 'There were too few frames. Keep going until the screen says it is done.',
    count: 'The number of frames was not the one asked for. Start again and let every step finish.',
    slow: 'It took too long. Start again and follow the steps without a break.',
    noFace: 'Your face was not in every frame. Stay in the frame, and let nothing cover your face.',
    several: 'Somebody else was in the picture. Be alone in front of the camera.',
    dark: 'It was too dark. Turn towards a window or a lamp.',
    bright: 'It was too bright. Turn away from the light that shines at you.',
    covered:
      'Something covered your face. Take off masks, hats and dark glasses, and keep hands and hair away.',
    small: 'The face was too small. Come closer.',
    outOfArea: 'The face left the frame. Stay in the middle while you turn.',
    noseAtFirst: 'The nose was at the dot from the beginning. Look straight ahead first, then turn.',
    noseAtLast: 'The nose did not reach the dot. Turn until the dot turns green, and stay there.',
    ahead: 'The first frames did not look straight ahead. Hold the camera at eye level and look into it.',
    left: 'The turn to the left was not far enough. Turn until you feel a slight pull.',
    right: 'The turn to the right was not far enough. Turn until you feel a slight pull.',
    up: 'The head was not raised far enough. Point your chin to the ceiling.',
    down: 'The head was not lowered far enough. Bring your chin towards your chest, and keep looking at the screen.',
    smile:
      'No clear smile was seen, or you smiled already when looking ahead. Begin relaxed, then smile broadly.',
    wink: 'No wink was seen. Close one eye firmly and keep the other wide open.',
    gone: 'The challenge is over or unknown to the server. Start a new one.',
    still: 'The face hardly moved. Turn your head to both sides and say a few words while you film.',
    loop: 'The video repeats itself. Film anew, in one go.',
    missed:
      'The camera or this device was too slow for some of the colours. Close other programs and tabs, and try again.',
    notLit:
      'The light on your face did not follow the colours of the screen. Hold still before this very screen, with a real camera.',
    notSeenLight:
      'The light of the screen was hardly seen on your face. Find a darker place, turn the brightness up, and come closer.',
    tryAgain: 'Please try again, in even light and with the camera at eye level.',
  },
  vi: {
    growth: 'Các bước quá giống nhau. Mỗi bước hãy lại gần hơn hẳn so với bước trước.',
    size: 'Khuôn mặt chưa vừa khung như yêu cầu. Hãy làm theo “lại gần” và “lùi ra” cho đến khi khung chuyển xanh.',
    perspective:
      'Khuôn mặt to ra như một tấm ảnh, không như đầu người thật. Hãy tự đưa máy ảnh lại gần mặt, bắt đầu từ xa hơn.',
    shifted: 'Đầu bị dịch chuyển chứ không quay. Hãy giữ yên vai và chỉ quay đầu.',
    flat: 'Khuôn mặt trông phẳng. Hãy quay chính đầu của bạn; ảnh và màn hình không qua được.',
    trembled: 'Đường đi của mũi không thẳng. Hãy quay từ tốn, thẳng về phía chấm tròn.',
    jumped: 'Đầu quay quá nhanh nên không theo kịp. Hãy quay chậm hơn.',
    notLiving:
      'Khuôn mặt giống ảnh in hoặc màn hình. Hãy lau ống kính, tìm nơi sáng đều không bị lóa và dùng chính khuôn mặt của bạn.',
    notSame:
      'Các khung hình không giống cùng một người. Hãy ở một mình trước máy ảnh, ánh sáng đều từ phía trước.',
    seenBefore: 'Những hình này đã được gửi trước đây. Mỗi lần thử cần hình mới.',
    copies: 'Hình không chuyển động. Hãy dùng máy ảnh thật; ảnh tĩnh không qua được.',
    times:
      'Thời điểm của các khung hình không khớp nhau. Hãy kiểm tra đồng hồ và bảo đảm không có gì thay thế máy ảnh.',
    manyHands:
      'Các khung hình dường như đến từ nhiều máy ảnh hoặc chương trình. Hãy dùng máy ảnh trực tiếp, không bộ lọc.',
    mixed: 'Các bước bị lẫn vào nhau. Hãy làm xong từng bước một.',
    fewFrames: 'Quá ít khung hình. Hãy tiếp tục cho đến khi màn hình báo xong.',
    count: 'Số khung hình không đúng như yêu cầu. Hãy bắt đầu lại và để mỗi bước hoàn tất.',
    slow: 'Mất quá nhiều thời gian. Hãy bắt đầu lại và làm liền mạch các bước.',
    noFace: 'Có khung hình không thấy khuôn mặt. Hãy ở trong khung và đừng để gì che mặt.',
    several: 'Có người khác trong hình. Hãy ở một mình trước máy ảnh.',
    dark: 'Quá tối. Hãy quay về phía cửa sổ hoặc đèn.',
    bright: 'Quá sáng. Hãy quay tránh nguồn sáng chiếu vào bạn.',
    covered: 'Có vật che khuôn mặt. Hãy bỏ khẩu trang, mũ và kính đen, không để tay và tóc che mặt.',
    small: 'Khuôn mặt quá nhỏ. Hãy lại gần hơn.',
    outOfArea: 'Khuôn mặt ra khỏi khung. Hãy ở giữa khung khi quay đầu.',
    noseAtFirst: 'Mũi đã ở chấm tròn ngay từ đầu. Hãy nhìn thẳng trước rồi mới quay.',
    noseAtLast: 'Mũi chưa chạm chấm tròn. Hãy quay cho đến khi chấm tròn chuyển xanh và giữ ở đó.',
    ahead: 'Những khung hình đầu chưa nhìn thẳng. Hãy giữ máy ảnh ngang tầm mắt và nhìn vào đó.',
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
      'Máy ảnh hoặc thiết bị quá chậm nên thiếu một số màu. Hãy đóng bớt chương trình và thẻ khác rồi thử lại.',
    notLit:
      'Ánh sáng trên khuôn mặt không theo màu của màn hình. Hãy giữ yên trước chính màn hình này, với máy ảnh thật.',
    notSeenLight:
      'Gần như không thấy ánh sáng của màn hình trên khuôn mặt. Hãy vào chỗ tối hơn, tăng độ sáng và lại gần hơn.',
    tryAgain: 'Hãy thử lại ở nơi sáng đều và giữ máy ảnh ngang tầm mắt.',
  },
})
