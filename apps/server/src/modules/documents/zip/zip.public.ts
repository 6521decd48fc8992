export { packDocuments, type PackedFile } from './pack-documents.ts'
export { createNamer, safeName } from '../../../lib/safe-names.ts'
