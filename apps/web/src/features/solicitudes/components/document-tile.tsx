import { FileText, Image } from 'lucide-react'
import { FileTile } from '../../../ui/tile.tsx'

/** Before the name of a document: a picture or a text. */
export const DocumentTile = ({ image }: { image: boolean }) => <FileTile>{image ? <Image /> : <FileText />}</FileTile>
