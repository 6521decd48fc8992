import { type Extension, ExtensionOid } from '../certificate-extensions.ts'
import { children, type DerNode, encodingOf, readNode } from '../cms/read-der.ts'

/** DER of the names in DistributionPointName: fullName [0]; null when it is relative to the issuer [1]. */
export function fullNames(point: DerNode | undefined): Uint8Array[] | null {
  const name = point && children(point)[0]
  return name?.tag === 0xa0 ? children(name).map(encodingOf) : null
}

/** Names of the CRLs of a certificate (RFC 5280 §4.2.1.13). */
export function distributionNames(extensions: readonly Extension[]): Uint8Array[] {
  const points = extensions.find(({ oid }) => oid === ExtensionOid.crlDistributionPoints)
  if (!points) return []
  return children(readNode(points.value)).flatMap(
    (point) => fullNames(children(point).find(({ tag }) => tag === 0xa0)) ?? [],
  )
}
