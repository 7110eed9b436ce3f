import type { TypeOptions } from 'i18next'

/** The words of this page: a namespace of its own, so that no other page carries them. */
export type FreightWords = TypeOptions['resources']['freight']
