import type { FieldType } from '@foja/contracts/template-fields'
import {
  Calendar,
  Hash,
  Image,
  List,
  QrCode,
  Signature,
  SquareCheck,
  TextAlignStart,
  Type,
  type LucideIcon,
} from 'lucide-react'

/** The drawing of each type: the same in the palette, in the list, on the page and in the panel. */
export const fieldIcons: Record<FieldType, LucideIcon> = {
  text: Type,
  multiline: TextAlignStart,
  number: Hash,
  date: Calendar,
  checkbox: SquareCheck,
  select: List,
  image: Image,
  signature: Signature,
  qr: QrCode,
}
