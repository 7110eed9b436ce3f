import type { TypeOptions } from 'i18next'
import type { Settled } from '#app/languages/i18n/settled-words.ts'

/** The messages of this page: a namespace of its own, so that no other page carries them. */
export type FreightWords = Settled<TypeOptions['resources']['freight']>
