import type { FieldType } from '@foja/contracts/template-field-types'
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

/** The icon of each field type, in palette, list, page and panel. */
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
