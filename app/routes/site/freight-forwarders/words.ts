import type { TypeOptions } from 'i18next'
import type { Settled } from '#app/i18n/languages/settled-words.ts'

/** The words of this page: a namespace of its own, so that no other page carries them. */
export type FreightWords = Settled<TypeOptions['resources']['freight']>
