/** Numbers of freight containers: four letters, six digits and a check digit (ISO 6346). */

const WRITTEN = /^([A-Z]{3}[UJZ])(\d{6})(\d)$/

/** Value of a letter (ISO 6346): from 10 upwards, without multiples of 11. */
function countOf(sign: string): number {
  if (/\d/.test(sign)) return Number(sign)
  const place = sign.charCodeAt(0) - 'A'.charCodeAt(0)
  return 10 + place + Math.floor((place + 9) / 10)
}

/** Normal form: capitals, without spaces and separators. A comma between several numbers stays. */
export function writeContainerNumber(typed: string): string {
  return typed.replaceAll(/[\s./-]/g, '').toUpperCase()
}

/** Checks the form and the check digit. */
export function isContainerNumber(typed: string): boolean {
  const [, owner, serial, check] = WRITTEN.exec(writeContainerNumber(typed)) ?? []
  if (!owner || !serial || !check) return false
  const sum = [...(owner + serial)].reduce((total, sign, place) => total + countOf(sign) * 2 ** place, 0)
  return (sum % 11) % 10 === Number(check)
}

/** A container number anywhere in a text: a bill of lading may name several. */
const WITHIN = /[A-Z]{3}[UJZ]\d{7}(?!\d)/g

/** Returns all container numbers in a text, and as `odd` those whose check digit is wrong. */
export function containerNumbersIn(typed: string): { all: string[]; odd: string[] } {
  const all = writeContainerNumber(typed).match(WITHIN) ?? []
  return { all, odd: all.filter((number) => !isContainerNumber(number)) }
}
