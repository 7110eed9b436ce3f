/** Pairs of names that others have judged, with their own scorers' results (nomenklatura, watchman: FIXTURES_DIR). */
import { readNames } from '#app/screening/domain/names/read-name.ts'
import { REVIEW_FROM, scoreName } from '#app/screening/domain/names/score-name.ts'
import { readCsv } from '#app/screening/services/lists/csv.ts'
import { file } from './measure.ts'

export type Judged = { kind: string; name: string; other: string; isMatch: boolean; theirs: boolean }
export type Figures = { precision: number; recall: number; f1: number }

/** Nomenklatura's pairs with its newest scorer's result (logic-v2, threshold 0.70, frozen by that project). */
export function judgedPairs(): Judged[] {
  const [header = [], ...rows] = readCsv(file('eval/nomenklatura_logicv2_frozen.csv'))
  const cell = (row: string[], name: string) => row[header.indexOf(name)] ?? ''
  return rows.map((row) => ({
    kind: cell(row, 'schema') === 'Person' ? 'people' : 'others',
    name: cell(row, 'name1'),
    other: cell(row, 'name2'),
    isMatch: cell(row, 'is_match') === 'true',
    theirs: cell(row, 'predicted_match') === 'true',
  }))
}

/** Watchman's pairs across scripts: all of them match. */
export function pairsAcrossScripts(): { typed: string; listed: string }[] {
  return readCsv(file('eval/watchman_cross_script_pairs.csv')).flatMap(([typed = '', listed = '']) =>
    typed === '' || typed.startsWith('#') ? [] : { typed, listed },
  )
}

/** The best score over all readings of both names. */
export function bestScore(typed: string, listed: string): number {
  const others = readNames(listed)
  return Math.max(...readNames(typed).flatMap((one) => others.map((other) => scoreName(one, other).score)))
}

export const saysOurs = ({ name, other }: Judged) => bestScore(name, other) >= REVIEW_FROM

export function figuresOf(pairs: readonly Judged[], says: (pair: Judged) => boolean): Figures {
  const said = pairs.map((pair) => ({ isMatch: pair.isMatch, said: says(pair) }))
  const count = (isMatch: boolean, isSaid: boolean) =>
    said.filter((one) => one.isMatch === isMatch && one.said === isSaid).length
  const [right, wrong, missed] = [count(true, true), count(false, true), count(true, false)]
  const [precision, recall] = [right / (right + wrong), right / (right + missed)]
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}
