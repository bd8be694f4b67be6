/*
 * The postings of one term: for every item that has it, how often each field has it and where.
 *
 * A list is cut into blocks of 128 postings; the last may be shorter. Items rise, and each is kept as the distance from the one before
 * (the first from -1). A full block is
 *
 *     byte    bits of a distance less 1, at most 24, and byte  number of exceptions
 *             the 128 distances less 1, their lowest bits packed from the lowest bit up
 *             for each exception, a distance that needs more bits: byte which one, varint the bits above
 *     byte    bits of a class, 0 to 2
 *             the 128 classes, packed likewise: c < top stands for "c + 1 times in the text, in no other field"; top = 2^bits - 1
 *             stands for a code. With 0 bits every posting is once in the text.
 *     codes   a varint for each posting of class top
 *                even: code / 2 + 1 times in the text, no other field
 *                odd:  (code >> 1) is a bit mask of fields, a varint follows for each with its number of times
 *
 * and a shorter block is, posting by posting, the varint distance * 2 + once, and unless once the code.
 *
 * Behind the blocks stand the positions, as bits from the lowest of each byte up; those of a block begin with a byte of their own. For
 * each posting and each field with the term, in order, there is the distance of each position from the one before it, of the first from 0.
 *
 *     in the text    n positions in a text of at most m words, as its norm says (`longestOfNorm`). All but the last distance are in Rice's
 *                    code: distance >> low ones, a zero, and the `low` bits below; low = floor(log2(m / (n + 1))), 0 at least.
 *                    The last, which may be anywhere, is a number below r = m - the position before: in floor(log2(r)) bits when it
 *                    is below s = 2^(floor(log2(r)) + 1) - r; otherwise (distance + s) >> 1 in as many bits, and one for (distance + s) & 1.
 *     elsewhere      h = (distance >> 3) + 1 has b bits: b - 1 ones, a zero, the b - 1 bits of h below its highest, the 3 bits below
 *
 * (Rice, "Some practical universal noiseless coding techniques", JPL 79-22 (1979), in the way of Golomb (1966); the last is in truncated
 * binary code, and elsewhere stands Golomb's code with an exponential of Teuhola, 1978.)
 *
 * A list of more than one block begins with a table that has for each block
 *
 *     varint  last item - that of the block before                    varint  bytes of postings     varint  bytes of positions
 *     varint  largest weighted number of times * 4, rounded up        byte    norm of the item with the shortest text
 *
 * The last two bound the score of any item in the block (block-max index: Ding & Suel, "Faster top-k document retrieval using
 * block-max indexes", SIGIR 2011). Packing with exceptions is the patched coding of Zukowski et al., "Super-scalar RAM-CPU cache
 * compression" (ICDE 2006).
 */

/** A list as it is written. */
export interface EncodedList {
  /** Number of items. */
  readonly count: number;
  readonly list: Uint8Array;
  readonly positions: Uint8Array;
}

export const BLOCK = 128;
/** Number of the field that holds an item's own text. */
export const TEXT_FIELD = 0;
/** Fields an index can have, so that a set of them fits a small mask. */
export const MAX_FIELDS = 24;
/** Parts of 1 in which weights of fields are counted. */
export const WEIGHT_PARTS = 64;
