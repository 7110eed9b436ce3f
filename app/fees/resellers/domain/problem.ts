/** Why an operator's change to a reseller is refused; the sentences are `desk:resellers.problem.<name>`. */
export const RESELLER_PROBLEMS = [
  'name_missing',
  'code_unfit',
  'code_taken',
  'rate_unfit',
  'email_taken',
  'asset_missing',
  'wallet_missing',
  'reason_missing',
  'changed',
  'nothing_payable',
  'not_covered',
  'payment_unknown',
  'payment_used',
  'earning_over',
  'cause_missing',
] as const
export type ResellerProblemName = (typeof RESELLER_PROBLEMS)[number]

/** `field`: of the form, where one is wrong. */
export type ResellerProblem = { problem: ResellerProblemName; field?: string }

export function problem(name: ResellerProblemName, field?: string): ResellerProblem {
  return { problem: name, ...(field !== undefined && { field }) }
}

export function isProblem(value: unknown): value is ResellerProblem {
  return typeof value === 'object' && value !== null && 'problem' in value
}
