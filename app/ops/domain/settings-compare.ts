/** Settings that must be the same in all processes, and are not: from the fingerprints that each process says of itself. */

type Said = { role: string; settings: Record<string, string> }

export type DifferingSetting = {
  name: string
  /** Each value once, and who has it; null: not to be told. The oldest process comes first. */
  values: { value: string | null; roles: string[] }[]
}

/**
 * By name. `=value` can be told, `#hash` and `~session.hmac` cannot. Secrets are compared between processes of the same SESSION_SECRET
 * alone: where that one differs it is named itself. What only one process says is no difference.
 */
export function differingSettings(processes: readonly Said[]): DifferingSetting[] {
  const names = [...new Set(processes.flatMap(({ settings }) => Object.keys(settings)))].toSorted()
  return names.flatMap((name) => {
    const said = processes.flatMap(({ role, settings }) =>
      settings[name] === undefined ? [] : [{ role, print: settings[name] }],
    )
    if (!isDiffering(said.map(({ print }) => print))) return []
    const prints = [...new Set(said.map(({ print }) => print))]
    return [
      {
        name,
        values: prints.map((print) => ({
          value: print.startsWith('=') ? print.slice(1) : null,
          roles: said.filter((one) => one.print === print).map(({ role }) => role),
        })),
      },
    ]
  })
}

function isDiffering(prints: readonly string[]): boolean {
  // What stands before the point is the key of the fingerprint.
  const byKey = Map.groupBy(new Set(prints), (print) =>
    print.startsWith('~') && print.includes('.') ? print.split('.')[0] : '',
  )
  return [...byKey.values()].some((alike) => alike.length > 1)
}
