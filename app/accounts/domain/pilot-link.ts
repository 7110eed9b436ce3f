/** The link to the pilot that an account gives to its customers (decision 128). */

const CODE = /^[0-9a-f]{12}$/

/** The page where a free transaction begins. `code`: the referrer's; null for the public link. */
export function pilotPath(code: string | null): string {
  return code === null ? '/register?pilot=freight' : `/register?pilot=freight&from=${code}`
}

/** Reads the referrer's code from a link or a form; null: malformed. Does not check that it exists. */
export function readPilotCode(typed: string | null): string | null {
  const code = typed?.trim().toLowerCase() ?? ''
  return CODE.test(code) ? code : null
}
