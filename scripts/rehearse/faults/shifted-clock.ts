/** NODE_OPTIONS for a process whose `Date` is `ms` ahead, from its start or not; each SIGUSR2 toggles that. */
export function shiftedClock(ms: number, from: 'start' | 'SIGUSR2' = 'start'): string {
  const program = `
    let isShifted = ${from === 'start'}
    const shift = () => (isShifted ? ${ms} : 0)
    const now = Date.now
    process.on('SIGUSR2', () => { isShifted = !isShifted })
    globalThis.Date = new Proxy(Date, {
      construct: (target, given, as) => Reflect.construct(target, given.length > 0 ? given : [now() + shift()], as),
      get: (target, name) => (name === 'now' ? () => now() + shift() : Reflect.get(target, name)),
    })`
  return `--import=data:text/javascript;base64,${Buffer.from(program).toString('base64')}`
}
