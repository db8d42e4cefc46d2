define void @boxOf() {
  ret void
}
