/** Finds settings that differ between processes and must not, by the fingerprints that each process states. */

type Said = { role: string; settings: Record<string, string> }

export type DifferingSetting = {
  name: string
  /** Each value once, with its roles; the oldest process first. Null: a secret. */
  values: { value: string | null; roles: string[] }[]
}

/**
 * By name. `=value` can be shown, `#hash` and `~session.hmac` cannot. Secrets are compared only between processes of
 * the same SESSION_SECRET; when that differs, it is named itself. A setting of only one process does not differ.
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
  // The part before the point is the key of the fingerprint.
  const byKey = Map.groupBy(new Set(prints), (print) =>
    print.startsWith('~') && print.includes('.') ? print.split('.')[0] : '',
  )
  return [...byKey.values()].some((alike) => alike.length > 1)
}
