// Other spellings of ethnic groups and religions on documents, each with the value that is answered.

/** Each row is an ethnic group and the other spellings of its name. */
export const PEOPLE_ALIASES: Readonly<Record<string, string>> = {
  Kinh: 'Việt;Kinh (Việt)',
  Hoa: 'Hán;Hoa (Hán)',
  Thái: 'Thái Đen;Thái Trắng',
  'Khơ-me': 'Khmer;Khơme;Khơ Me;Khơ me Crôm',
  Mông: "H'Mông;Hmông;Mèo",
  Dao: 'Mán',
  'Gia-rai': 'Jrai;Jarai;Gia Lai',
  'Ê-đê': 'Êđê;Ra đê;Rhadé',
  'Ba-na': 'Bana;Bahnar;Ba Na',
  'Xơ-đăng': 'Xê đăng;Sedang;Xơđăng',
  'Sán Chay': 'Cao Lan;Sán Chỉ;Cao Lan - Sán Chỉ',
  'Cơ-ho': "K'Ho;Cờ Ho;Kơ Ho",
  Chăm: 'Chàm',
  Hrê: "H'Rê;H're",
  Mnông: "M'Nông;Mơ Nông",
  'Ra-glai': 'Raglay;Ra Glây;Rắc lây',
  Xtiêng: "S'Tiêng;Stiêng;X'Tiêng",
  'Bru-Vân Kiều': 'Vân Kiều;Bru',
  'Cơ-tu': "Ca Tu;K'Tu;Kơ Tu",
  'Gié-Triêng': 'Giẻ Triêng;Dẻ Triêng',
  Co: 'Cor;Kor',
  'Tà-ôi': 'Ta Ôi;Pa Cô;Pa Kô',
  'Chơ-ro': 'Châu Ro;Chơ Ro;Chrau',
  Mạ: 'Châu Mạ',
  Ngái: 'Sán Ngái',
}

/** Religions that are printed beside those of knowledge/words.ts; each is answered as printed. */
export const MORE_RELIGIONS: readonly string[] = [
  'Thiên chúa giáo',
  'Đạo Phật',
  'Phật',
  'Đạo Thiên chúa',
  'Đạo Công giáo',
  'Đạo Tin lành',
  'Đạo Cao đài',
  'Hòa Hảo',
  'Bà-la-môn',
  'Tứ Ân Hiếu Nghĩa',
  'Bửu Sơn Kỳ Hương',
  'Tịnh độ Cư sĩ Phật hội Việt Nam',
  "Baha'i",
  'Minh Sư Đạo',
]
