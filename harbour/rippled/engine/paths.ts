/** Paths of a payment: meaningless ones are refused before anybody looks for money along them. */
import { z } from 'zod'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'

const ElementSchema = z.looseObject({
  account: z.string().optional(),
  currency: z.string().optional(),
  issuer: z.string().optional(),
})
type Element = z.infer<typeof ElementSchema>

export const PathsSchema = z.array(z.array(ElementSchema))
export type Paths = z.infer<typeof PathsSchema>

const MOST_PATHS = 6
const LONGEST_PATH = 8

/** Stands for XRP where an issuer or an account is named. */
const XRP_ACCOUNT = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'

/** Checked only in an open ledger. */
export function hasTooMany(paths: Paths): boolean {
  return paths.length > MOST_PATHS || paths.some((path) => path.length > LONGEST_PATH)
}

/** Returns temBAD_PATH for paths that are impossible in any ledger (rippled: `toStrand`). */
export function checkPaths(paths: Paths, sender: string): ResultCode {
  const canBe = paths.every(
    (path) => path.every(isElement) && path.every((one, place) => follows(one, path[place - 1], sender)),
  )
  return canBe ? 'tesSUCCESS' : 'temBAD_PATH'
}

/** Either an account, or a currency, an issuer, or both of these; XRP has no issuer. */
function isElement({ account, currency, issuer }: Element): boolean {
  if (account !== undefined) return currency === undefined && issuer === undefined && account !== XRP_ACCOUNT
  if (currency === undefined) return issuer !== undefined && issuer !== XRP_ACCOUNT
  return issuer === undefined || (issuer !== XRP_ACCOUNT && !isXrpCurrency(currency))
}

/** No step from an account to itself; after XRP only another currency. */
function follows(element: Element, before: Element | undefined, sender: string): boolean {
  if (before === undefined) return element.account !== sender
  if (element.account !== undefined && element.account === before.account) return false
  return !isXrpCurrency(before.currency) || (element.account === undefined && !isXrpCurrency(element.currency))
}

function isXrpCurrency(currency: string | undefined): boolean {
  return currency === 'XRP'
}
