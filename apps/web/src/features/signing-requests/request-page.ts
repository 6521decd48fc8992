import type { SigningRequest } from '@foja/contracts/signing-requests'
import { paths } from '../../lib/router/paths.ts'

/** The page of its case file, or of its first document. */
export const pageOf = ({ id_solicitud, documents }: SigningRequest): string =>
  id_solicitud === null
    ? `${paths.document(documents[0]?.id_documento ?? '')}?tab=firmas`
    : paths.solicitud(id_solicitud)
