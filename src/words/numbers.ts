// Writes numbers, days and lengths of time as people of a language do.
import type { TimeWords } from './shapes.ts'

/** With so many digits after the sign. */
export const decimalText = (value: number, digits: number, { locale }: TimeWords): string =>
  value.toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })

/** With as many digits as it has. */
export const numberText = (value: number, { locale }: TimeWords): string =>
  value.toLocaleString(locale, { maximumFractionDigits: 20, useGrouping: false })

export const dayText = (written: string, { locale }: TimeWords): string =>
  new Date(written).toLocaleDateString(locale, { dateStyle: 'medium' })

export const timeText = (written: string, { locale }: TimeWords, dateStyle: 'short' | 'medium'): string =>
  new Date(written).toLocaleString(locale, { dateStyle, timeStyle: 'short' })

/** Day and time to the second, in the time of Việt Nam. */
export function stampText(ms: number, { stampDay }: TimeWords): string {
  const [date = '', time = ''] = new Date(ms + 7 * 3_600_000).toISOString().slice(0, 19).split('T')
  const [year = '', month = '', day = ''] = date.split('-')
  return `${filled(stampDay, { year, month, day })} ${time} +07`
}

/** How long something is kept: days where there are more than two, begun ones counted. */
export const keptText = (hours: number, { days, hours: few }: TimeWords): string =>
  hours > 48 ? filled(days, { count: Math.ceil(hours / 24) }) : filled(few, { count: hours })

/** A length of time in the unit that people would say. */
export function lengthText(ms: number, times: TimeWords): string {
  const { shortSeconds, shortMinutes, shortHours } = times
  const said = (form: string, value: number) => filled(form, { count: decimalText(value, 1, times) })
  if (ms < 120_000) return said(shortSeconds, ms / 1000)
  return ms < 7_200_000 ? said(shortMinutes, ms / 60_000) : said(shortHours, ms / 3_600_000)
}

/** Replaces `{name}` in a text by its value. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
