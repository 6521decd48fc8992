import type { Certificate } from './certificate.ts'
import type { Crl } from './crl/crl.ts'
import type { OcspResponse } from './ocsp/response.ts'
import { readPdf } from './pdf/file.ts'
import type { RevocationMaterial } from './revocation.ts'
import { newWorkBudget } from './work-budget.ts'
import { readDss } from './verify/read-dss.ts'

/** Validation data that grows while it is collected, so that nothing is fetched twice. */
export type ValidationMaterial = RevocationMaterial & { add(more: RevocationMaterial): void }

/** Data already in the file's /DSS. */
export function readValidationMaterial(pdf: Uint8Array, password?: string): ValidationMaterial {
  const dss = readDss(readPdf(pdf, { password }), newWorkBudget())
  const certificates: Certificate[] = [...dss.certificates]
  const ocsps: OcspResponse[] = dss.ocsps.map(({ value }) => value)
  const crls: Crl[] = dss.crls.map(({ value }) => value)
  const addTo = <T>(list: T[], more: readonly T[]): void => {
    for (const item of more) if (!list.includes(item)) list.push(item)
  }
  return {
    certificates,
    ocsps,
    crls,
    add(more) {
      addTo(certificates, more.certificates)
      addTo(ocsps, more.ocsps)
      addTo(crls, more.crls)
    },
  }
}
