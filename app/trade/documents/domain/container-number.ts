/** Numbers of freight containers: four letters, six digits and a check digit (ISO 6346). */

const WRITTEN = /^([A-Z]{3}[UJZ])(\d{6})(\d)$/

/** Letters count from 10 on, without the multiples of 11. */
function countOf(sign: string): number {
  if (/\d/.test(sign)) return Number(sign)
  const place = sign.charCodeAt(0) - 'A'.charCodeAt(0)
  return 10 + place + Math.floor((place + 9) / 10)
}

/** As it is written on the box: without spaces and strokes, in capitals. Several stay apart where a comma stands between them. */
export function writeContainerNumber(typed: string): string {
  return typed.replaceAll(/[\s./-]/g, '').toUpperCase()
}

/** Is it a number that a container can have? The last digit is made of all others. */
export function isContainerNumber(typed: string): boolean {
  const [, owner, serial, check] = WRITTEN.exec(writeContainerNumber(typed)) ?? []
  if (!owner || !serial || !check) return false
  const sum = [...(owner + serial)].reduce((total, sign, place) => total + countOf(sign) * 2 ** place, 0)
  return (sum % 11) % 10 === Number(check)
}

/** Of the usual form, wherever they stand in a text: a bill of lading may name several. */
const WITHIN = /[A-Z]{3}[UJZ]\d{7}(?!\d)/g

/** The numbers that somebody stated, in any writing, and which of them no container can have. */
export function containerNumbersIn(typed: string): { all: string[]; odd: string[] } {
  const all = writeContainerNumber(typed).match(WITHIN) ?? []
  return { all, odd: all.filter((number) => !isContainerNumber(number)) }
}
