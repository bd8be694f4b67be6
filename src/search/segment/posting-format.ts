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
 * Behind the blocks stand the positions, for each field with the term in order of fields: each position less the one before it (the
 * first less 0), as one byte below 240, or as 240 + high byte and low byte below 4,080, or as 255 and a varint.
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

export const BLOCK = 128;
/** Number of the field that holds an item's own text. */
export const TEXT_FIELD = 0;
/** Fields an index can have, so that a set of them fits a small mask. */
export const MAX_FIELDS = 24;
/** Parts of 1 in which weights of fields are counted. */
export const WEIGHT_PARTS = 64;
