/** Dollars and percentages in translations are written as the pages write them in that language. */
import { dollarSign } from '#app/kernel/i18n/format.ts'
import type { Sentences } from './locales.ts'

const NUMBER = /\d(?:[\d.,]*\d)?/.source
const SIGNED = new RegExp(`(?:US)?[$%]\\s?${NUMBER}|${NUMBER}\\s?(?:US)?[$%]`, 'g')
const DECIMALS = /[.,](\d{1,2})$/

/** "0.75%" in a Russian sentence is a complaint: there it is "0,75 %", with a space that does not break. */
export function checkFigures(language: string, sentences: Sentences): string[] {
  return [...sentences].flatMap(([key, text]) => {
    const found = Array.from(text.matchAll(SIGNED), ([figure]) => figure)
    const wrong = found.filter((figure) => plainly(figure) !== plainly(asShown(figure, language)))
    return wrong.map((figure) => `${key} has “${figure}”: write “${asShown(figure, language)}”`)
  })
}

/** As app/kernel/i18n/format.ts writes it, with the same number of decimals. */
function asShown(figure: string, language: string): string {
  const digits = figure.replaceAll(/[^\d.,]/g, '')
  const decimals = DECIMALS.exec(digits)?.[1] ?? ''
  const whole = digits.slice(0, digits.length - (decimals === '' ? 0 : decimals.length + 1)).replaceAll(/\D/g, '')
  const value = Number(`${whole}.${decimals}`)
  const isShare = figure.includes('%')
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    ...(isShare ? { style: 'percent' } : { style: 'currency', currency: 'USD', currencyDisplay: dollarSign(language) }),
    minimumFractionDigits: decimals.length,
    maximumFractionDigits: decimals.length,
  })
  return format.format(isShare ? value / 100 : value).replaceAll(/[\u200e\u200f]/g, '')
}

/** Either non-breaking space is accepted, a plain space is not. */
function plainly(figure: string): string {
  return figure.replaceAll('\u202f', '\u00a0')
}
