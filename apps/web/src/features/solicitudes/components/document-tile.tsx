import { FileText, Image } from 'lucide-react'
import { FileTile } from '../../../ui/tile.tsx'

/** Icon before a document's name: image or text. */
export const DocumentTile = ({ image }: { image: boolean }) => <FileTile>{image ? <Image /> : <FileText />}</FileTile>
