# Writes the declarations of ops in IN into OUT without the comments that their
# descriptions are, and only if they have changed.
file(READ ${IN} declarations)
string(REGEX REPLACE "\n///[^\n]*" "" declarations "${declarations}")
file(WRITE ${OUT}.new "${declarations}")
file(COPY_FILE ${OUT}.new ${OUT} ONLY_IF_DIFFERENT)
file(REMOVE ${OUT}.new)
