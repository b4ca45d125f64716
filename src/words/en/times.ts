// How English writes numbers, days and lengths of time.
import type { TimeWords } from '../shapes.ts'

export const times: TimeWords = {
  locale: 'en-GB',
  stampDay: '{year}-{month}-{day}',
  days: '{count} days',
  hours: '{count} hours',
  shortSeconds: '{count} s',
  shortMinutes: '{count} min',
  shortHours: '{count} h',
}
