/** The documents of a trade that can be asked for, one upload for each (spec §3). */
export const DOCUMENT_TYPES = [
  'CommercialInvoice',
  'PackingList',
  'BillOfLading',
  'InsuranceCertificate',
  'CertificateOfOrigin',
  'InspectionCertificate',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The known types among these names, each once, in the order in which pages show them. */
export function documentTypesIn(names: readonly string[]): DocumentType[] {
  return DOCUMENT_TYPES.filter((type) => names.includes(type))
}
