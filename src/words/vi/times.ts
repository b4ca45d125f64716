// How Vietnamese writes numbers, days and lengths of time.
import type { TimeWords } from '../shapes.ts'

export const times: TimeWords = {
  locale: 'vi-VN',
  stampDay: '{day}/{month}/{year}',
  days: '{count} ngày',
  hours: '{count} giờ',
  shortSeconds: '{count} giây',
  shortMinutes: '{count} phút',
  shortHours: '{count} giờ',
}
