import type { TypeOptions } from 'i18next'
import type { SettledWords } from '#app/languages/i18n/settled-words.ts'

/** The messages of this page: a namespace of its own, so that no other page carries them. */
export type FreightWords = SettledWords<TypeOptions['resources']['freight']>
