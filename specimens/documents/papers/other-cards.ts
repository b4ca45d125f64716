// Cards with a person on them that are none of the documents we read: memberships, schools, buses, health.
import { code } from '../drawing/codes.ts'
import { signature } from '../drawing/marks.ts'
import { hatch, rosette, waves } from '../drawing/pattern.ts'
import { circle, rectangle, wash } from '../drawing/svg.ts'
import { brokenText, centred, inline } from '../drawing/words.ts'
import { hsl, motif } from './motifs.ts'
import { birthOf, boxOf, digits, MOTIFS, type OtherDraw, pen, rows, someDay, two } from './other-parts.ts'
import { photograph } from './photograph.ts'

const SHOPS = [
  'Sao Mai Mart',
  'Hoa Sen Coffee',
  'Minh Tâm Pharmacy',
  'Phố Sách',
  'Bến Thuyền Gym',
  'Lá Xanh Club',
]
const SCHOOLS = [
  'TRƯỜNG ĐẠI HỌC SÔNG LAM',
  'TRƯỜNG ĐẠI HỌC KỸ THUẬT ĐÔNG ĐÔ',
  'HỌC VIỆN CÔNG NGHỆ HẢI VÂN',
  'TRƯỜNG CAO ĐẲNG Y TẾ TÂY HỒ',
]
const SUBJECTS = [
  'Công nghệ thông tin',
  'Quản trị kinh doanh',
  'Điều dưỡng',
  'Kỹ thuật điện',
  'Ngôn ngữ Anh',
  'Luật kinh tế',
]

const membership: OtherDraw = ({ page, making, person, dice, hue }) => {
  const box = boxOf(page)
  const light = dice.next() < 0.4
  const ink = light ? hsl(hue, 0.6, 0.25) : '#ffffff'
  page.draw(
    wash(box, light ? [hsl(hue, 0.5, 0.9), '#ffffff'] : [hsl(hue, 0.6, 0.25), hsl(hue + 40, 0.6, 0.42)], 30),
  )
  page.draw(motif(dice.pick(MOTIFS), 66, 20, 17, ink, ink))
  page.put(inline(making.cast, 6, 11, [pen('serif-bold', 5, 'title', ink)(dice.pick(SHOPS))], 56))
  const tier = dice.pick([
    'THẺ THÀNH VIÊN',
    'MEMBER CARD',
    'THẺ KHÁCH HÀNG THÂN THIẾT',
    'GOLD MEMBER',
    'VIP CARD',
  ])
  page.put(inline(making.cast, 6, 16.5, [pen('sans', 2.6, 'title', ink)(tier)], 50))
  page.put(inline(making.cast, 6, 33, [pen('sans-bold', 3.2, 'value', ink)(person.name.toUpperCase())], 70))
  const number = digits(dice, 12)
  page.put(inline(making.cast, 6, 28, [pen('typewriter', 3.2, 'value', ink)(number)], 70))
  page.mark(code('code128', number, { x: 46, y: 38, width: 34, height: 8 }, { ground: '#ffffff' }))
  page.put(
    inline(
      making.cast,
      6,
      44,
      [
        pen('sans', 2, 'label', ink)('Hiệu lực đến:'),
        pen('sans', 2.2, 'value', ink)(someDay(dice, 2024, 2032)),
      ],
      38,
    ),
  )
}

const student: OtherDraw = (input) => {
  const { page, making, person, dice, hue } = input
  const box = boxOf(page)
  const band = hsl(hue, 0.65, 0.35)
  page.draw(rectangle(box, { fill: '#fdfdfb' }), rectangle({ ...box, height: 13 }, { fill: band }))
  page.draw(rosette(60, 34, 15, { colours: [hsl(hue, 0.4, 0.85)], petals: 10, rings: 8 }))
  page.draw(circle(8, 6.5, 4.6, '#ffffff'), motif(dice.pick(MOTIFS), 8, 6.5, 4, band, band))
  page.put(centred(making.cast, 49, 5.4, [pen('sans', 2, 'title', '#ffffff')('BỘ GIÁO DỤC VÀ ĐÀO TẠO')], 66))
  page.put(centred(making.cast, 49, 9.8, [pen('sans-bold', 2.7, 'title', '#ffffff')(dice.pick(SCHOOLS))], 68))
  page.put(centred(making.cast, 54, 19, [pen('sans-bold', 3.6, 'title', '#c3222b')('THẺ SINH VIÊN')], 50))
  const photo = { x: 4, y: 16, width: 20, height: 26.6 }
  page.draw(photograph(person, making.seed, photo))
  page.portrait(photo)
  const number = digits(dice, 8)
  rows(input, { x: 27, y: 25, step: 4.4, room: 56 }, [
    ['Họ và tên:', person.name],
    ['Ngày sinh:', birthOf(person)],
    ['Ngành:', dice.pick(SUBJECTS)],
    ['Khóa:', `${Math.floor(dice.between(2010, 2024))} - ${Math.floor(dice.between(2025, 2030))}`],
    ['MSSV:', number],
  ])
  page.mark(code('code128', number, { x: 4, y: 45.4, width: 34, height: 5.6 }))
}

const busPass: OtherDraw = (input) => {
  const { page, making, person, dice, hue } = input
  const box = boxOf(page)
  page.draw(wash(box, [hsl(hue, 0.55, 0.86), hsl(hue + 20, 0.5, 0.93)], 90))
  page.draw(hatch(box, hsl(hue, 0.4, 0.7), 1.6, 45))
  const photo = { x: 5, y: 17, width: 19.5, height: 26 }
  page.draw(
    photograph(person, making.seed, photo),
    rectangle({ x: 28, y: 30, width: 53, height: 14 }, { fill: '#ffffff', stroke: '#c3222b', widthMm: 0.4 }),
  )
  page.portrait(photo)
  page.put(
    centred(
      making.cast,
      42.8,
      6.2,
      [pen('sans-bold', 2.5, 'title')('TRUNG TÂM QUẢN LÝ GIAO THÔNG CÔNG CỘNG')],
      80,
    ),
  )
  page.put(
    centred(making.cast, 42.8, 12.4, [pen('sans-bold', 4.6, 'title', '#c3222b')('VÉ THÁNG XE BUÝT')], 70),
  )
  rows(input, { x: 28, y: 20, step: 4.5, room: 53 }, [
    ['Họ tên:', person.name],
    ['Đối tượng:', dice.pick(['Học sinh, sinh viên', 'Công nhân', 'Người cao tuổi'])],
  ])
  const route = `TUYẾN ${Math.floor(dice.between(1, 160))}`
  page.put(
    centred(
      making.cast,
      42,
      39.5,
      [pen('sans-bold', 4.6, 'value')(dice.next() < 0.4 ? 'LIÊN TUYẾN' : route)],
      26,
    ),
  )
  page.put(
    centred(
      making.cast,
      68,
      39.5,
      [pen('sans-bold', 4, 'value', '#c3222b')(`THÁNG ${two(1 + Math.floor(dice.next() * 12))}`)],
      24,
    ),
  )
  page.put(inline(making.cast, 28, 49.5, [pen('typewriter', 2.8, 'value')(`No ${digits(dice, 7)}`)], 50))
}

const health: OtherDraw = (input) => {
  const { page, making, person, dice } = input
  const box = boxOf(page)
  page.draw(wash(box, ['#eaf4fb', '#f8fbf2', '#e3f1ea'], 20))
  page.draw(
    waves(box, {
      colours: ['#b9d9e8', '#cfe6d2'],
      pitchMm: 1.2,
      amplitudeMm: 1.2,
      lengthMm: 15,
      seed: making.seed,
    }),
  )
  page.draw(signature(65, 46, 14, making.seed))
  page.put(
    centred(
      making.cast,
      42.8,
      5.2,
      [pen('sans-bold', 2.5, 'title', '#1d5a9b')('BẢO HIỂM XÃ HỘI VIỆT NAM')],
      70,
    ),
  )
  page.put(
    centred(making.cast, 42.8, 10.4, [pen('sans-bold', 4, 'title', '#c3222b')('THẺ BẢO HIỂM Y TẾ')], 70),
  )
  const number = `${dice.pick(['DN', 'HC', 'GD', 'TE', 'HS'])} ${Math.floor(dice.between(1, 5))} ${digits(dice, 2)} ${digits(dice, 10)}`
  rows(input, { x: 5, y: 16, step: 4, room: 76 }, [
    ['Mã số:', number],
    ['Họ và tên:', person.name.toUpperCase()],
    ['Ngày sinh:', `${birthOf(person)}   Giới tính: ${person.sex}`.replace(/ {2,}/gu, ' ')],
  ])
  const [first = '', second = ''] = brokenText(person.residence.text, 'sans-bold', 2.3, [60, 74])
  rows(input, { x: 5, y: 28, step: 4, room: 76 }, [['Địa chỉ:', first]])
  if (second !== '') rows(input, { x: 5, y: 32, step: 4, room: 76 }, [['', second]])
  rows(input, { x: 5, y: 36, step: 4, room: 50 }, [
    ['Nơi ĐK KCB BĐ:', dice.pick(['Bệnh viện Đa khoa huyện', 'Trạm y tế phường', 'Bệnh viện Bạch Mai'])],
    ['Giá trị sử dụng: từ ngày', someDay(dice, 2016, 2025)],
    ['Thời điểm đủ 05 năm liên tục:', someDay(dice, 2016, 2025)],
  ])
  page.put(centred(making.cast, 70, 42, [pen('sans-bold', 2.1, 'other')('GIÁM ĐỐC')], 24))
}

export const OTHER_CARDS: Readonly<Record<string, OtherDraw>> = {
  membership,
  student,
  'bus-pass': busPass,
  health,
}
