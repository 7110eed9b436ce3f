/** Does this Accept-Encoding allow an answer in that encoding? */
export function takes(stated: string | string[] | null | undefined, encoding: 'gzip' | 'br'): boolean {
  const wishes = typeof stated === 'string' ? stated.toLowerCase().split(',') : []
  return wishes.some((wish) => {
    const [name, weight = ''] = wish.trim().split(';')
    return name?.trim() === encoding && !/^\s*q=0(?:\.0*)?\s*$/.test(weight)
  })
}
