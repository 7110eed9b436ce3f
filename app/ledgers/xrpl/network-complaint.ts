/**
 * Null: the server serves the configured network. Otherwise the problem in one line, for the log, the doctor and the
 * Admin Panel. `served`: `network_id` of server_info; rippled omits it unless its configuration has it, even on the
 * main network. `wanted`: XRPL_NETWORK_ID.
 */
export function networkComplaint({ served, wanted }: { served: number | undefined; wanted: number }): string | null {
  if (served === wanted) return null
  if (served !== undefined) return `rippled serves network ${served}, not ${wanted}`
  return (
    'rippled does not say which network it serves: put the two lines “[network_id]” and ' +
    `“${wanted}” into its configuration file (rippled.cfg or xrpld.cfg), the number below the name, and start it again`
  )
}
