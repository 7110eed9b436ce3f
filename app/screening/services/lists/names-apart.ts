/** Splits several names in one field of a list: one after the other, or one in two scripts. */
import { clean } from './records.ts'

const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u
/** From its first letter to its last, with the characters and spaces between. */
const IN_OTHER_SCRIPT =
  /(?!\p{Script=Latin})\p{L}(?:(?:(?!\p{Script=Latin})[\p{L}\p{M}\p{Cf}]|[\s\-'’])*(?!\p{Script=Latin})[\p{L}\p{M}])?/gu
const SAID = /original script/giu

/** `Abubakar (original script: Абубакар)` is two names, and so is `Abu Ali; Abu Alaa`. Empty without any letter. */
export function namesApart(text: string): string[] {
  const isMixed = OTHER_SCRIPT.test(text) && /\p{Script=Latin}/u.test(text)
  if (!isMixed)
    return text
      .split(';')
      .map(clean)
      .filter((name) => name !== '')
  const others = text.match(IN_OTHER_SCRIPT) ?? []
  const latin = text.replace(IN_OTHER_SCRIPT, ' ').replace(SAID, ' ').split(';').map(withoutBrackets)
  return [...latin, ...others.map(clean)].filter((name) => /\p{L}/u.test(name))
}

/** Removes brackets left over after a name was taken out. */
function withoutBrackets(text: string): string {
  const bare = clean(text.replaceAll(/\([\s,:]*\)/g, ' ')).replaceAll(/^[\s),:;-]+|[\s(,:;-]+$/g, '')
  const [opened, closed] = [bare.split('(').length, bare.split(')').length]
  return clean(opened === closed ? bare : bare.replaceAll(/[()]/g, ' '))
}
