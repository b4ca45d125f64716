// Labels that documents of several families print alike.
import type { Announced } from '../../fields/rows.ts'
import type { Label } from '../kind.ts'

export const label = (field: Announced, text: string, english?: string): Label =>
  english === undefined ? { field, text } : { field, text, english }

export const heading = (text: string, english?: string): Label =>
  english === undefined ? { text } : { text, english }

export const NUMBER = label('id', 'Số', 'No.')
export const NAME = label('name', 'Họ và tên', 'Full name')
export const BIRTHDAY = label('birthday', 'Ngày sinh', 'Date of birth')
export const SEX = label('sex', 'Giới tính', 'Sex')
export const NATIONALITY = label('national', 'Quốc tịch', 'Nationality')
export const EXPIRY = label('expiry', 'Có giá trị đến', 'Date of expiry')
