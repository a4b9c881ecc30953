// Owns the order of fields in a stored Image: one `fields` for each struct, used by the writer and
// by the reader, so that the two cannot differ.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "arch/program/image.hpp"

namespace bspike::arch {

// T is S or const S: the reader fills, the writer only looks.
template <class T, class S>
concept Is = std::same_as<std::remove_const_t<T>, S>;

template <class Archive, Is<CodeletEntry> T>
void fields(Archive& archive, T& entry) {
  archive(entry.name, entry.entry_word, entry.end_word);
}

template <class Archive, Is<SourceLine> T>
void fields(Archive& archive, T& line) {
  archive(line.word, line.line);
}

template <class Archive, Is<TileProgram> T>
void fields(Archive& archive, T& program) {
  archive(program.name, program.words, program.supervisor_entry_word, program.codelets,
          program.source, program.lines);
}

template <class Archive, Is<MemoryRegion> T>
void fields(Archive& archive, T& region) {
  archive(region.name, region.category, region.address, region.bytes);
}

template <class Archive, Is<DataSegment> T>
void fields(Archive& archive, T& segment) {
  archive(segment.address, segment.bytes, segment.data);
}

template <class Archive, Is<TileImage> T>
void fields(Archive& archive, T& tile) {
  archive(tile.tile, tile.program, tile.regions, tile.data);
}

template <class Archive, Is<VertexCall> T>
void fields(Archive& archive, T& vertex) {
  archive(vertex.codelet, vertex.arguments_address, vertex.multi_worker);
}

template <class Archive, Is<TileWork> T>
void fields(Archive& archive, T& work) {
  archive(work.tile, work.launch_address, work.vertices);
}

template <class Archive, Is<ComputeSet> T>
void fields(Archive& archive, T& set) {
  archive(set.name, set.work);
}

template <class Archive, Is<Transfer> T>
void fields(Archive& archive, T& transfer) {
  archive(transfer.source, transfer.group, transfer.source_address, transfer.destination_address,
          transfer.bytes, transfer.piece_bytes, transfer.piece_stride);
}

template <class Archive, Is<ExchangePlan> T>
void fields(Archive& archive, T& plan) {
  archive(plan.name, plan.transfers);
}

template <class Archive, Is<ScheduleNode> T>
void fields(Archive& archive, T& node) {
  archive(node.kind, node.children, node.count, node.first, node.step, node.counter_address,
          node.group, node.compute_set, node.exchange, node.phase_label, node.layer_label,
          node.kind_label, node.stream);
}

template <class Archive, Is<Schedule> T>
void fields(Archive& archive, T& schedule) {
  archive(schedule.nodes);
}

template <class Archive, Is<StreamPiece> T>
void fields(Archive& archive, T& piece) {
  archive(piece.group, piece.address, piece.bytes);
}

template <class Archive, Is<StreamInfo> T>
void fields(Archive& archive, T& stream) {
  archive(stream.name, stream.to_chip, stream.pieces);
}

template <class Archive, Is<TensorPiece> T>
void fields(Archive& archive, T& piece) {
  archive(piece.tile, piece.address, piece.first_index, piece.count, piece.byte_stride,
          piece.index_stride);
}

template <class Archive, Is<TensorInfo> T>
void fields(Archive& archive, T& tensor) {
  archive(tensor.name, tensor.role, tensor.type, tensor.shape, tensor.pieces);
}

template <class Archive, Is<ResultSeries> T>
void fields(Archive& archive, T& series) {
  archive(series.name, series.tensor, series.reduction, series.threshold, series.scale);
}

// Calls visit(section number, what belongs into it ...) in the order of kSectionTags.
template <class Visit, Is<Image> T>
void sections(Visit visit, T& image) {
  visit(0, image.machine_name, image.tiles, image.sram_base, image.sram_bytes, image.workers,
        image.samples_per_step);
  visit(1, image.labels);
  visit(2, image.groups);
  visit(3, image.programs);
  visit(4, image.tile_images);
  visit(5, image.compute_sets);
  visit(6, image.exchanges);
  visit(7, image.setup, image.step);
  visit(8, image.streams);
  visit(9, image.tensors);
  visit(10, image.series);
  visit(11, image.data);
  visit(12, image.configuration);
}

}  // namespace bspike::arch
