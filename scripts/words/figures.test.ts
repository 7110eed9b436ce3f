import { describe, expect, it } from 'vitest'
import { checkFigures } from './figures.ts'

const complaints = (language: string, text: string) => checkFigures(language, new Map([['common:fee', text]]))

describe('figures in sentences', () => {
  it.each([
    ['en', '0.75%, at least $100'],
    ['en', 'from $1,250.50'],
    ['ru', '0,75\u00a0% от сделки, не меньше 100\u00a0$'],
    ['fr', '0,75\u202f% de la transaction, au moins 1\u202f250\u00a0$'],
    ['tr', 'İşlemin %0,75’i, en az $100'],
    ['nl', 'ten minste $\u00a0100'],
    ['fa', '0.75 درصد مبلغ معامله'],
    ['vi', 'tối thiểu 100 USD'],
    ['es', 'al menos 100\u00a0US$'],
  ])('stand as the language writes them (%s: %s)', (language, text) => {
    expect(complaints(language, text)).toEqual([])
  })

  it.each([
    ['ru', '0.75% от сделки', '0.75%', '0,75\u00a0%'],
    ['ru', 'не меньше $100', '$100', '100\u00a0$'],
    ['pl', '0.75% transakcji', '0.75%', '0,75%'],
    ['de', 'mindestens 100 $', '100 $', '100\u00a0$'],
    ['tr', 'en çok 80%', '80%', '%80'],
    ['es', 'al menos 100\u00a0$', '100\u00a0$', '100\u00a0US$'],
  ])('are refused as another language writes them (%s: %s)', (language, text, wrong, right) => {
    expect(complaints(language, text)).toEqual([`common:fee has “${wrong}”: write “${right}”`])
  })
})
