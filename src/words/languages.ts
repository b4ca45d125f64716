// The languages that this server speaks; each has a folder beside this file.

/** The name of every language, in that language. */
export const languages = { en: 'English', vi: 'Tiếng Việt' } as const

export type Language = keyof typeof languages
