/** The link to the pilot that an account hands on to its customers (docs/decisions/039). */

const CODE = /^[0-9a-f]{12}$/

/** The page where a free transaction begins. `code`: of whoever hands the link on; null for everybody's link. */
export function pilotPath(code: string | null): string {
  return code === null ? '/register?pilot=freight' : `/register?pilot=freight&from=${code}`
}

/** What a link or a form says of who handed it on; null where it is no code of ours. Whether anybody has it is not looked at. */
export function readPilotCode(typed: string | null): string | null {
  const code = typed?.trim().toLowerCase() ?? ''
  return CODE.test(code) ? code : null
}
