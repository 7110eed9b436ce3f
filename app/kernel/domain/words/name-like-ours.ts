/** Finds names that read like ours, in whatever letters: nobody writes to others as Quayside (docs/decisions/128). */

/** Letters and signs that look like the letters of our name; accents are removed before. */
const LOOKS_LIKE: Record<string, string> = {
  ...{ ԛ: 'q', գ: 'q', զ: 'q', ɋ: 'q', '9': 'q', g: 'q', o: 'q', '0': 'q' },
  ...{ υ: 'u', ս: 'u', ʋ: 'u', ц: 'u', μ: 'u', v: 'u' },
  ...{ а: 'a', α: 'a', ɑ: 'a', '4': 'a', '@': 'a', ᴀ: 'a', λ: 'a' },
  ...{ у: 'y', ү: 'y', γ: 'y', ʏ: 'y', ყ: 'y', ў: 'y', '¥': 'y' },
  ...{ ѕ: 's', ꜱ: 's', '5': 's', $: 's', ș: 's', տ: 's' },
  ...{ і: 'i', ı: 'i', ι: 'i', ɩ: 'i', ɪ: 'i', l: 'i', '1': 'i', '|': 'i', '!': 'i', ӏ: 'i', ł: 'i', ꓲ: 'i' },
  ...{ ԁ: 'd', ɖ: 'd', đ: 'd', ᴅ: 'd', ժ: 'd' },
  ...{ е: 'e', ε: 'e', є: 'e', '3': 'e', ᴇ: 'e', '€': 'e', ҽ: 'e', ɛ: 'e' },
}
/** Each letter may be repeated; signs and blanks between letters are removed before. */
const OURS = /q+u+a+y+s+i+d+e+/g

/** Returns the parts of a name that read like ours, as places in the text; empty: none. */
export function partsLikeOurs(name: string): { from: number; to: number }[] {
  let folded = ''
  const places: { from: number; to: number }[] = []
  let at = 0
  for (const character of name) {
    for (const letter of foldedCharacters(character)) {
      folded += letter
      places.push({ from: at, to: at + character.length })
    }
    at += character.length
  }
  return [...folded.matchAll(OURS)].map(({ index, 0: { length } }) => ({
    from: places[index]?.from ?? 0,
    to: places[index + length - 1]?.to ?? name.length,
  }))
}

function foldedCharacters(character: string): string[] {
  const bare = [...character.normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')]
  return bare.flatMap((letter) => {
    const like = LOOKS_LIKE[letter] ?? letter
    return /[\p{L}\p{N}]/u.test(like) ? [...like] : []
  })
}
