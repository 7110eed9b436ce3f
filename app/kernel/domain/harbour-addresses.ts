/**
 * Public addresses of the harbour's play accounts. Their seeds are public (harbour/accounts.ts derives them from plain
 * words), so the app refuses to start with one of them on a public network.
 */
export const HARBOUR_ADDRESSES: readonly string[] = [
  // fee
  'GAPABE7MNSXZJWL7VLNNIS3KXV4KALV3ZYSCQGCYJM7LT3RNQU7GDLA3',
  'rppu9ZL1wqkYvV8d6dU4gZWoUe7ZAP39XN',
  // escrow
  'GAFJCKSI5J52FBZDQBE6OI43INO5EQTYRRXD54FRDQLJMEDN4HXLOCS4',
  'r9S6zcQCVHeZh5wTNLzKV2BxZzaaafdoLW',
  // keeper
  'GB7CIX3TZCTFPGWGJ27IWAHKRES6H5QW7E3EQ7NIGCT66KPFZJMA32MV',
  'r9fhXqKxsdERwVaV47kdvFSMmSLQQBWkqt',
  // arbiter
  'GBXZLIDNAPVA73G3JQJRKPIJCHIES6PNPH62VQS7SGWU6NY3DW2H56N7',
  'r9ezCCvFF2RhNRpurcEpYTW4wPciLtgJkB',
  // usdc-issuer
  'GBRWONC3FBASTYGN2LGQ4OLTNZ4LG6QEQFDV2SANRALPBO3FEEVKIPJD',
  'rfArwC2Z9iGv455pMDJeABo4ymHfqzkqXD',
  // buyer
  'GBJF5YSUEFKXUHLN7WGOFYJRHCCBUOR7G643HHKARU2ZL67L3DCLTVYJ',
  'rJV2sa8WrRuLhEfGk7ePMi7cwy1Yc54QCj',
  // seller
  'GD3ELVO3JQV43FEKYTSFAMUQHVQOUZNUUFOFL5XLZHQDGQ65SFJECOJG',
  'rsqwRvD4gu57dtdPQNoxL76fMJAinmgv9m',
  // second-buyer
  'GAEZQPWZW66ANHDDD2AAJP3ZPG4LNPA7TFTSKDMIG4COWVPZT6O6BM4Q',
  'r9cXBRtPFBekW1TpLjn5eHNKj6KRTAu8c4',
  // exchange
  'GBCC5RYYGKL3NKKADY76YOXUOW34I66V7XEDOEBXT4X7F57B3L3FCLBP',
  'rfmV8PXM17brtJevbJovASESHaGXVJ1zG2',
  // friend
  'GAPE24RHZ7D3HAKFRDXD32O6WTKHBCPNQ6UKWSEYUWJ4H2K6UXHLLE4Q',
  'rM72TJWXrLPs2FSmRW7qWB9osCMdGScL5T',
]

/** The id of the harbour's sealing key, derived as in app/config/keys.ts; the key is public, too. */
export const HARBOUR_SEALING_KEY = 'e80fe9574d9aa552'

/** Signs the harbour's delivery reports of emails; public, too. */
export const HARBOUR_WEBHOOK_SECRET = 'whsec_aGFyYm91ciBvZiBwbGF5IG1vbmV5IG9ubHk='

/** The harbour's networks: Stellar's passphrase and the XRP Ledger's id. No other network has either. */
export const HARBOUR_CHAINS = { stellar: 'Quayside Harbour ; play money', xrpl: '763' } as const
